/** What a logger does, as the jobs use it. Fields hold no personal data. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
