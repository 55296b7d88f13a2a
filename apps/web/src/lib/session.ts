let listener: (() => void) | undefined

/** One listener, the router: whoever asks for data need not know where signing in happens. */
export function onSessionLost(listen: () => void): void {
  listener = listen
}

export function reportSessionLost(): void {
  listener?.()
}
