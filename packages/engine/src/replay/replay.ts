import type { CallAddress, StandIn } from '@lathe/contract'
import type { NewExchange } from '../fetch/request.ts'
import { tapeMiss } from './tape-miss.ts'
import type { Tape, TapeKey } from './tape.ts'

/** A run's world is the tape, but for what is said here to go live. */
export type Replay = {
  tape: Tape
  /** `fail` never reaches the network; `live` does for what the tape does not have. */
  onMiss: 'fail' | 'live'
  /** Places that go live although the tape may have them; even there nothing is written unasked. */
  isLive?(address: CallAddress): boolean
  /** Tools that may write after all. */
  writes?: ReadonlySet<string>
  /** For writes with arguments the tape does not have; without one they fail as any miss. */
  standIn?: StandIn
  /** A provider's batch brought the answers: they were paid for at its rate. */
  isBatch?: boolean
  /** Recorded waits are divided by it; 0 gives every chunk at once. */
  speed?: number
}

/** What the tape has for a call outside the live places. */
export function findOnTape(replay: Replay | null, key: TapeKey): NewExchange | null {
  if (!replay || replay.isLive?.(key.address)) return null
  if (replay.tape.isDamaged(key) && replay.onMiss === 'fail') throw tapeMiss(replay.tape, key, null)
  return replay.tape.find(key)?.exchange ?? null
}
