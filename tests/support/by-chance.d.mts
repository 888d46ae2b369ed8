export declare function oneByChance<One>(all: readonly One[]): readonly One[];
export declare function someByChance<One>(all: readonly One[], count: number): readonly One[];
export declare function onceIn(times: number): boolean;
