/** Files that may be longer than the limit, each with the reason. Generated data and tables that read best whole; nothing else. */
export const SIZE_EXCEPTIONS: ReadonlyMap<string, string> = new Map([]);
