/** How long a request may still run; once spent, QuickJS is interrupted. */
export type Fuel = {
  fill: (cpuMs: number) => void
  isSpent: () => boolean
  readonly ranOut: boolean
  /** A little more, to collect what the code logged before it was stopped. */
  refill: () => void
}

/** CPU time of this thread: a busy machine must not turn honest code into a timeout. */
export function createFuel(): Fuel {
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return user + system
  }
  let end = Infinity
  let isInterrupting = false
  let ranOut = false
  const fill = (cpuMs: number) => {
    end = used() + cpuMs * 1_000
    isInterrupting = false
  }
  return {
    fill(cpuMs) {
      fill(cpuMs)
      ranOut = false
    },
    isSpent() {
      isInterrupting ||= used() > end
      ranOut ||= isInterrupting
      return isInterrupting
    },
    get ranOut() {
      return ranOut
    },
    refill: () => fill(20),
  }
}
