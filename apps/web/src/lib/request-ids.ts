const requestIds = new WeakMap<object, string>()

export function rememberRequestId(error: unknown, requestId: string | undefined): void {
  if (typeof error === 'object' && error !== null && requestId) requestIds.set(error, requestId)
}

/** The id the server logged a failed request under. */
export function requestIdOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? requestIds.get(error) : undefined
}
