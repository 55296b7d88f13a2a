export type SuperstepGate = {
  /** The superstep's event has been given out. */
  open(step: number): void
  /** Resolves when the step has been opened. */
  passed(step: number): Promise<void> | undefined
  /** Lets everybody through: nothing more will be opened. */
  close(): void
}

/**
 * LangGraph starts the next nodes before its stream has told of the step before. Nodes wait here, so that
 * the state a superstep left is always seen before what the next one does.
 */
export function superstepGate(): SuperstepGate {
  let reached = Number.NEGATIVE_INFINITY
  let waiting: { step: number; resolve: () => void }[] = []

  const release = () => {
    const free = waiting.filter(({ step }) => step <= reached)
    waiting = waiting.filter(({ step }) => step > reached)
    for (const { resolve } of free) resolve()
  }

  return {
    open(step) {
      reached = Math.max(reached, step)
      release()
    },
    passed: (step) =>
      step <= reached
        ? undefined
        : new Promise((resolve) => {
            waiting.push({ step, resolve })
          }),
    close() {
      reached = Number.POSITIVE_INFINITY
      release()
    },
  }
}
