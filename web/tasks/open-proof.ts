import { useNavigate } from 'react-router-dom';
import { holdLetters } from '../ui/key-press.ts';
import { proofAddress } from './state.ts';

/** Opens the form for the proof of a task. Who types at once is not taken at their word by the shortcuts of the screen before it. */
export function useOpenProof(): (id: string) => void {
  const navigate = useNavigate();
  return (id) => {
    holdLetters();
    void navigate(proofAddress(id), { state: { give: true } });
  };
}
