export declare const TURNS: readonly { readonly files: readonly string[]; readonly run: number }[];
export declare function leftOut(): readonly string[];
