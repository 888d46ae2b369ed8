/** Marks an input whose text could not be read, so that its form is not sent without what it was meant to say. */
export const unreadAttribute = (unread: boolean): { 'data-unread'?: '' } => (unread ? { 'data-unread': '' } : {});

/** Moves the focus to the first input of a form whose text could not be read. False: there is none. */
export function focusUnread(form: HTMLElement): boolean {
  const input = form.querySelector<HTMLElement>('[data-unread]');
  input?.focus();
  return input !== null;
}
