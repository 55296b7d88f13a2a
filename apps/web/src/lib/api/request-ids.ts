const requestIds = new WeakMap<object, string>()

export function rememberRequestId(error: unknown, requestId: string | undefined): void {
  if (typeof error === 'object' && error !== null && requestId) requestIds.set(error, requestId)
}

export function findRequestId(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? requestIds.get(error) : undefined
}
