export const isSameList = <T>(a: readonly T[], b: readonly T[]) =>
  a.length === b.length && a.every((each, index) => each === b[index])
