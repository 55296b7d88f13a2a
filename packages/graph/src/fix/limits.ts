import { withEdge, withNode } from './change.ts'
import { always, tried } from './fix.ts'
import type { Fixer } from './fix.ts'

const ROUNDS = 3
const COPIES = 10
const MINUTE = 60_000

/** Warnings: what runs long, costs much or acts unasked. */
export const limitFixers = {
  UNBOUNDED_LOOP: ({ edge }) =>
    edge
      ? [
          always(`Go back at most ${ROUNDS} times`, (document) =>
            withEdge(document, edge.index, (old) => ({ ...old, max: ROUNDS })),
          ),
        ]
      : [],

  UNBOUNDED_FAN_OUT: ({ edge }) =>
    edge
      ? [
          always(`At most ${COPIES} copies`, (document) =>
            withEdge(document, edge.index, (old) =>
              old.each ? { ...old, each: { ...old.each, max: COPIES } } : old,
            ),
          ),
        ]
      : [],

  NO_TIME_LIMIT: ({ node }) =>
    node
      ? [
          always('Give it a minute', (document) =>
            withNode(document, node.id, (old) => ({ ...old, timeoutMs: MINUTE })),
          ),
        ]
      : [],

  UNAPPROVED_WRITE: ({ node, name }) =>
    node?.node.kind === 'agent' || node?.node.kind === 'tools'
      ? [
          always(`Ask before each \`${name}\``, (document) =>
            withNode(document, node.id, (old) =>
              old.kind === 'agent' || old.kind === 'tools'
                ? { ...old, approvals: [...(old.approvals ?? []), name] }
                : old,
            ),
          ),
        ]
      : [],

  REPEATED_EFFECT: ({ node, environment }) => {
    if (node?.node.kind === 'tool') {
      return [
        tried('Ask before each call', (document) =>
          withNode(document, node.id, (old) =>
            old.kind === 'tool' ? { ...old, approval: true } : old,
          ),
        ),
      ]
    }
    if (node?.node.kind !== 'agent' || !environment) return []
    const acting = (node.node.tools ?? []).filter((name) =>
      environment.tools.some((tool) => tool.name === name && tool.effect === 'write'),
    )
    return [
      tried('Ask before it acts', (document) =>
        withNode(document, node.id, (old) =>
          old.kind === 'agent'
            ? { ...old, approvals: [...new Set([...(old.approvals ?? []), ...acting])] }
            : old,
        ),
      ),
    ]
  },
} satisfies Record<string, Fixer>
