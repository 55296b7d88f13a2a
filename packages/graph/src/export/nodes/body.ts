/** A node's function, before it is known how it leaves. */
export type Body = {
  isAsync?: boolean
  /** Statements before the return. */
  lines: string[]
  /** Members of the update. */
  update: string[]
  /** Declarations before the function: schemas, agents, types. */
  before?: string[]
  /** Where what it did decides which port it leaves by. */
  chosen?: { by: string; ports: readonly string[] }
}
