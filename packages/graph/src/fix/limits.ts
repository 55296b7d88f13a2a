import { withEdge, withNode } from './change.ts'
import { safeFix, verifiedFix } from './fix.ts'
import type { Fixer } from './fix.ts'

const ROUNDS = 3
const COPIES = 10
const MINUTE = 60_000

/** Fixes for warnings about long runs, cost and missing approval. */
export const limitFixers = {
  UNBOUNDED_LOOP: ({ edge }) =>
    edge
      ? [
          safeFix(`Limit the loop to ${ROUNDS} iterations`, (document) =>
            withEdge(document, edge.index, (old) => ({ ...old, max: ROUNDS })),
          ),
        ]
      : [],

  UNBOUNDED_FAN_OUT: ({ edge }) =>
    edge
      ? [
          safeFix(`Limit to ${COPIES} copies`, (document) =>
            withEdge(document, edge.index, (old) =>
              old.each ? { ...old, each: { ...old.each, max: COPIES } } : old,
            ),
          ),
        ]
      : [],

  NO_TIME_LIMIT: ({ node }) =>
    node
      ? [
          safeFix('Set a time limit of one minute', (document) =>
            withNode(document, node.id, (old) => ({ ...old, timeoutMs: MINUTE })),
          ),
        ]
      : [],

  UNAPPROVED_WRITE: ({ node, name }) =>
    node?.node.kind === 'agent' || node?.node.kind === 'tools'
      ? [
          safeFix(`Require approval for each \`${name}\``, (document) =>
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
        verifiedFix('Require approval for each call', (document) =>
          withNode(document, node.id, (old) =>
            old.kind === 'tool' ? { ...old, approval: true } : old,
          ),
        ),
      ]
    }
    if (node?.node.kind !== 'agent' || !environment) return []
    const writingTools = (node.node.tools ?? []).filter((name) =>
      environment.tools.some((tool) => tool.name === name && tool.effect === 'write'),
    )
    return [
      verifiedFix('Require approval before it runs', (document) =>
        withNode(document, node.id, (old) =>
          old.kind === 'agent'
            ? { ...old, approvals: [...new Set([...(old.approvals ?? []), ...writingTools])] }
            : old,
        ),
      ),
    ]
  },
} satisfies Record<string, Fixer>
