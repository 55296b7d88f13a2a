/** Rounds of model and tools an agent may go when it says nothing else. */
export const DEFAULT_STEPS = 25
