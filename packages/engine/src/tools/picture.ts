/** Of the kinds that models and browsers take. */
export const isPicture = (mediaType: unknown): mediaType is string =>
  typeof mediaType === 'string' && /^image\/(png|jpeg|gif|webp)$/.test(mediaType)
