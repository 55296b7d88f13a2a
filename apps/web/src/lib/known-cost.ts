type Spent<Cost> = { cost: Cost; usage: { input: number; output: number } }

/** Calls that were refused, or cut before they told their usage, did not cost nothing: nobody knows what they cost. */
export const knownCost = <Cost>({ cost, usage }: Spent<Cost>): Cost | null =>
  usage.input + usage.output === 0 ? null : cost
