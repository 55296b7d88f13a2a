import { type AlertPreview, type AlertRule, alertWindows } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import { decide, type Standing } from './decide.ts'
import { isBeyond, valueOf } from './measure.ts'
import { addTo, nothing } from './piece.ts'
import { readPieces } from './pieces.store.ts'

type Rule = Omit<AlertRule, 'threshold'> & { threshold: number | null }

/** Computes the evaluations an alert would have had. */
export async function previewAlert(
  db: Db,
  workspaceId: string,
  rule: Rule,
  now: number,
): Promise<AlertPreview> {
  const { length, step, previewRange } = alertWindows[rule.window]
  const to = Math.floor(now / step) * step
  const from = to - previewRange
  const begin = from - length
  const pieces = await readPieces(db, workspaceId, rule, { from: begin, to, width: step })
  const perWindow = length / step
  const points: AlertPreview['points'] = []
  const measured = nothing()
  for (let at = 0; at < perWindow; at++) addTo(measured, pieces.get(at))
  for (let look = 1; look <= previewRange / step; look++) {
    addTo(measured, pieces.get(look - 1), -1)
    addTo(measured, pieces.get(look - 1 + perWindow))
    points.push({ at: from + look * step, value: valueOf(rule, measured), count: measured.count })
  }
  return { from, to, step, points, incidents: firingsOf(rule, points) }
}

function firingsOf(rule: Rule, points: AlertPreview['points']): AlertPreview['incidents'] {
  const firings: AlertPreview['incidents'] = []
  let standing: Standing = { state: 'waiting', calm: 0 }
  for (const { at, value } of points) {
    const { event, ...next } = decide(standing, value, isBeyond(rule, value))
    const last = firings.at(-1)
    if (event === 'firing') firings.push({ from: at, to: null })
    if (event === 'resolved' && last) last.to = at
    standing = next
  }
  return firings
}
