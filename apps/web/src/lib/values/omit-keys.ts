export function omitKeys<T>(record: Readonly<Record<string, T>>, ...keys: string[]) {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))
}
