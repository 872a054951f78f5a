/**
 * The version of every file that rehearse stores. All formats share one number, raised when a reader of one of them could
 * misread another version. Only this version is read.
 */
export const formatVersion = 2;
