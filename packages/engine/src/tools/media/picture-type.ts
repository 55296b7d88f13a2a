const STARTS: readonly (readonly [RegExp, string])[] = [
  [/^\u0089PNG/, 'image/png'],
  [/^\u00ff\u00d8\u00ff/, 'image/jpeg'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^GIF8/, 'image/gif'],
]

/** By its first bytes: providers do not say. */
export function pictureType(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 12)
  return STARTS.find(([pattern]) => pattern.test(start))?.[1]
}
