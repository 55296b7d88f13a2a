/** Default maximum rounds of model and tools in an agent. */
export const DEFAULT_STEPS = 25
