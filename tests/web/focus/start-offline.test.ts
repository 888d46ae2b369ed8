import { onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { startFocusOn } from '../../../web/tasks/focus-acts.ts';
import { toast } from '../../../web/ui/toast.tsx';

afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

test('a start without a connection is refused, and is not sent when the connection is back', async () => {
  const [fetch, said] = [vi.fn(() => Promise.resolve(Response.json({}))), vi.spyOn(toast, 'error').mockImplementation(() => undefined)];
  vi.stubGlobal('fetch', fetch);
  onlineManager.setOnline(false);
  await startFocusOn(new QueryClient(), { id: 't', title: 'Run' });
  expect(said).toHaveBeenCalledWith('You are offline. The timer starts only with a connection.', { id: 'focus' });
  onlineManager.setOnline(true);
  await new Promise((resolve) => setTimeout(resolve));
  expect(fetch).not.toHaveBeenCalled();
});
