/** The context of what an owner does. */
export const contextOf = (owner: string) =>
  ({ owner, actor: { kind: 'user', id: owner }, correlationId: owner, causationId: null }) as const;
