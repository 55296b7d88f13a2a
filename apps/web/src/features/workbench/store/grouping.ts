const PAUSE_MS = 1_000

/** Decides whether a change goes on with the step before it: same group, without a pause between. */
export function createGrouping(now: () => number = Date.now) {
  let last: { group: string; at: number } | undefined
  let isNew = true

  return {
    begin: (group: string | undefined) => {
      const at = now()
      isNew = group === undefined || last?.group !== group || at - last.at > PAUSE_MS
      last = group === undefined ? undefined : { group, at }
    },
    isNewStep: () => isNew,
    end: () => {
      last = undefined
    },
  }
}
