/** The program's one clock. Instants are RFC 3339 in UTC with exactly three fraction digits. */
export interface Clock {
  now(): string;
}
