let listener: (() => void) | undefined

/** The router is the only listener: code that requests data need not know the login page. */
export function onSessionLost(callback: () => void): void {
  listener = callback
}

export function reportSessionLost(): void {
  listener?.()
}
