/** The texts in the picture of a post. They are short, and contain nothing personal. */
export interface PostPicture {
  /** The number in the middle, such as `12`. */
  readonly figure: string;
  /** What the number counts, such as `days in a row`. */
  readonly label: string;
  readonly period: string;
  /** A smaller line below; null: there is none. */
  readonly more: string | null;
}

/** Draws pictures for posts: PNG of 1200 by 630 pixels. The same texts always give the same picture. */
export interface PostPictures {
  draw(picture: PostPicture): Promise<Buffer>;
}
