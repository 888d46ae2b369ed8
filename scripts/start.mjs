// `npm start`: sets up what is missing, then serves.
import { becomeVouch, buildWeb, install, runtime } from './setup.mjs';

install();
const node = runtime();
buildWeb();
becomeVouch(node, ['serve', ...process.argv.slice(2)]);
