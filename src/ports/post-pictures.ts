/** What a picture of a post says. Short lines: nothing personal is in it. */
export interface PostPicture {
  /** The number in the middle, such as `12`. */
  readonly figure: string;
  /** What it counts, such as `days in a row`. */
  readonly label: string;
  readonly period: string;
  /** A smaller line below; null: none. */
  readonly more: string | null;
}

/** Draws pictures of posts: PNG of 1200 by 630 pixels. The same words always give the same picture. */
export interface PostPictures {
  draw(picture: PostPicture): Promise<Buffer>;
}
