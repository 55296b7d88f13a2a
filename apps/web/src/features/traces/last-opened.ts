let last: string | undefined

/** Where the list goes on when somebody comes back to it. */
export const rememberOpened = (traceId: string) => {
  last = traceId
}

export const lastOpened = (): string | undefined => last
