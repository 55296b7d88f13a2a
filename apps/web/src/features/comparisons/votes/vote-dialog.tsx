import { Button, Modal } from '@mantine/core'
import type { Preferences } from '@lathe/stats'
import { useMemo, useState } from 'react'
import { describeError } from '../../../lib/api/describe-error.ts'
import { plural } from '../../../lib/format/format.ts'
import { useComparison, useFullPlan } from '../comparison-context.ts'
import styles from '../comparison.module.css'
import type { CellGrid } from '../grid/cell-grid.ts'
import { VotePreferences } from '../statistics/vote-preferences.tsx'
import { useView } from '../view-search.ts'
import { Ballot, useVote } from './ballot.tsx'
import { listVotingPairs, findVote } from './pairs.ts'

type VoteDialogProps = { grid: CellGrid; preferences: Preferences | undefined }

/** Asks which of two anonymous outputs is better. */
export function VoteDialog(props: VoteDialogProps) {
  const { view, openPanel } = useView()
  return (
    <Modal
      opened={view.opened?.type === 'votes'}
      onClose={() => openPanel(undefined)}
      size="72rem"
      title="Which is better?"
    >
      <Votes {...props} onClose={() => openPanel(undefined)} />
    </Modal>
  )
}

function Votes({ grid, preferences, onClose }: VoteDialogProps & { onClose: () => void }) {
  const { votes } = useComparison().detail
  const { cases, variants } = useFullPlan()
  const pairs = useMemo(() => listVotingPairs({ cases, variants }, grid), [cases, variants, grid])
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      pairs.findIndex((pair) => findVote(pair, votes) === undefined),
    ),
  )
  const voted = pairs.filter((pair) => findVote(pair, votes) !== undefined).length
  const pair = pairs[place]
  const vote = useVote()
  const move = (step: number) =>
    setPlace((index) => Math.max(0, Math.min(index + step, pairs.length)))

  if (pairs.length === 0) {
    return (
      <p className={styles.muted}>
        Nothing to vote on. Voting needs a case with different outputs from two variants.
      </p>
    )
  }
  return (
    <div className={styles.form}>
      <p className={styles.muted} role="status">
        {voted} of {plural(pairs.length, 'pair')} voted. Variants are hidden and shuffled.
      </p>
      {pair ? (
        <Ballot
          pair={pair}
          onMove={move}
          onVote={(side) => {
            vote.mutate({ pair, side })
            move(1)
          }}
        />
      ) : (
        <>
          {preferences && <VotePreferences preferences={preferences} />}
          <div className={styles.headLine}>
            <Button variant="default" onClick={() => move(-1)}>
              Back
            </Button>
            <Button data-autofocus onClick={onClose}>
              Done
            </Button>
          </div>
        </>
      )}
      {vote.error && (
        <p className={styles.failed} role="alert">
          Could not save the vote: {describeError(vote.error).message}
        </p>
      )}
    </div>
  )
}
