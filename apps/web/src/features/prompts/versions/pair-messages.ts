import type { PromptMessage } from '@lathe/contract'

export type MessagePair = { old?: PromptMessage | undefined; now?: PromptMessage | undefined }

/** Messages that stayed beside themselves; those between them, one of each role beside another, as they come. */
export function pairMessages(
  before: readonly PromptMessage[],
  after: readonly PromptMessage[],
): MessagePair[] {
  const [common] = alike(before, after)
  if (!common) return pairRest(before, after)
  const { from, to } = common
  return [
    ...pairMessages(before.slice(0, from), after.slice(0, to)),
    { old: before[from], now: after[to] },
    ...pairMessages(before.slice(from + 1), after.slice(to + 1)),
  ]
}

const textOf = (message: PromptMessage) => JSON.stringify(message)

function alike(before: readonly PromptMessage[], after: readonly PromptMessage[]) {
  return before.flatMap((message, from) => {
    const to = after.findIndex((one) => textOf(one) === textOf(message))
    return to < 0 ? [] : [{ from, to }]
  })
}

function pairRest(
  before: readonly PromptMessage[],
  after: readonly PromptMessage[],
): MessagePair[] {
  const [old, ...olds] = before
  const [now, ...nows] = after
  if (!old) return after.map((one) => ({ now: one }))
  if (!now) return before.map((one) => ({ old: one }))
  if (old.role === now.role) return [{ old, now }, ...pairRest(olds, nows)]
  const isLater = nows.some(({ role }) => role === old.role)
  return isLater ? [{ now }, ...pairRest(before, nows)] : [{ old }, ...pairRest(olds, after)]
}
