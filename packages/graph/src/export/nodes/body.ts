/** The parts of a node's function, without its return. */
export type Body = {
  isAsync?: boolean
  /** Statements before the return. */
  lines: string[]
  /** Members of the update. */
  update: string[]
  /** Declarations before the function: schemas, agents, types. */
  before?: string[]
  /** Set if the result decides the port. */
  chosen?: { by: string; ports: readonly string[] }
}
