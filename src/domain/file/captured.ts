/** The instant of a local time, RFC 3339 in UTC; null if there is no such time. `offset`: such as `+02:00`; null: use the owner's zone. */
export function captured({ local, offset }: { readonly local: string; readonly offset: string | null }, zone: string): string | null {
  try {
    const { epochMilliseconds } =
      offset === null ? Temporal.PlainDateTime.from(local).toZonedDateTime(zone) : Temporal.Instant.from(`${local}${offset}`);
    return new Date(epochMilliseconds).toISOString();
  } catch {
    return null;
  }
}
