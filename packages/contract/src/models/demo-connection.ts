import { DEMO_CONNECTION } from '@lathe/nodes/schemas'

/** Earlier versions gave the demo connection this name. Stored agents, tools and recordings still use it. */
export const FORMER_DEMO_CONNECTION = 'practice'

/**
 * Returns the connection with this name. The former name of the demo connection returns the demo connection unless
 * another connection has that name.
 */
export const findConnectionByName = <T extends { name: string }>(
  connections: readonly T[],
  name: string,
): T | undefined =>
  connections.find((connection) => connection.name === name) ??
  (name === FORMER_DEMO_CONNECTION
    ? connections.find((connection) => connection.name === DEMO_CONNECTION)
    : undefined)
