import { Logo } from '../ui/logo.tsx';

export const App = () => <Logo />;
