import { Button } from '@mantine/core'
import type { Cell, ComparisonDetail } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { Keys } from '../../../ui/layout/keys.tsx'
import { Markdown } from '../../../ui/messages/markdown.tsx'
import { cellText, inputText, outputText } from '../cells/cell-output.tsx'
import { useComparison } from '../comparison-context.ts'
import { type Pair, findVote } from './pairs.ts'
import { client } from '../../../lib/api/api.ts'
import { reloadComparison, comparisonKey } from '../comparison-queries.ts'
import shared from '../comparison.module.css'
import styles from './votes.module.css'

const SIDES: { side: Side; keys: string; label: string }[] = [
  { side: 'left', keys: '1', label: 'Left' },
  { side: 'tie', keys: '0', label: 'Tie' },
  { side: 'right', keys: '2', label: 'Right' },
]

type BallotProps = {
  pair: Pair
  onVote: (side: Side) => void
  onMove: (step: number) => void
}

export function Ballot({ pair, onVote, onMove }: BallotProps) {
  const { votes } = useComparison().detail
  const { row, left, right } = pair
  const vote = findVote(pair, votes)
  useHotkeys([
    ...SIDES.map(({ side, keys, label }) => ({
      keys,
      label,
      group: 'Vote',
      inFields: true,
      run: () => onVote(side),
    })),
    { keys: 's', label: 'Skip', group: 'Vote', inFields: true, run: () => onMove(1) },
    { keys: 'b', label: 'Back', group: 'Vote', inFields: true, run: () => onMove(-1) },
  ])

  return (
    <>
      <dl className={styles.asked}>
        {Object.entries(row.input).map(([name, value]) => (
          <div key={name}>
            <dt className={shared.muted}>{name}</dt>
            <dd>{inputText(value)}</dd>
          </div>
        ))}
        {row.reference !== null && (
          <div>
            <dt className={shared.muted}>expected</dt>
            <dd>{outputText(row.reference)}</dd>
          </div>
        )}
      </dl>
      <div className={shared.pair} data-sides>
        <Output cell={left} label="Left" />
        <Output cell={right} label="Right" />
      </div>
      <div className={shared.headLine}>
        {SIDES.map(({ side, keys, label }) => (
          <Button
            key={side}
            variant={vote === side ? 'filled' : 'default'}
            aria-pressed={vote === side}
            rightSection={<Keys keys={keys} />}
            onClick={() => onVote(side)}
          >
            {label}
          </Button>
        ))}
        <span className={shared.gap} />
        <Button variant="subtle" rightSection={<Keys keys="b" />} onClick={() => onMove(-1)}>
          Back
        </Button>
        <Button variant="subtle" rightSection={<Keys keys="s" />} onClick={() => onMove(1)}>
          Skip
        </Button>
      </div>
    </>
  )
}

function Output({ cell, label }: { cell: Cell; label: string }) {
  return (
    <section aria-label={label} className={styles.voted}>
      <Markdown text={cellText(cell)} />
    </section>
  )
}

type Side = 'left' | 'right' | 'tie'

const winners = { left: 'first', right: 'second', tie: 'tie' } as const

/** Applies the vote at once and reverts it if saving fails. */
export function useVote() {
  const { id } = useComparison().detail
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ pair: { left, right }, side }: { pair: Pair; side: Side }) =>
      client.comparisons.vote({ id, first: left.id, second: right.id, winner: winners[side] }),
    onMutate: ({ pair, side }) =>
      queries.setQueryData(
        comparisonKey(id),
        (before: ComparisonDetail | undefined) => before && addVote(before, pair, side),
      ),
    onError: () => reloadComparison(queries, id),
  })
}

function addVote(detail: ComparisonDetail, { row, left, right }: Pair, side: Side) {
  const pair = [left.variant, right.variant]
  const otherVotes = detail.votes.filter(
    ({ case: key, repeat, first, second }) =>
      key !== row.key || repeat !== left.repeat || !pair.includes(first) || !pair.includes(second),
  )
  const vote = {
    case: row.key,
    repeat: left.repeat,
    first: left.variant,
    second: right.variant,
    winner: winners[side],
  }
  return { ...detail, votes: [...otherVotes, vote] }
}
