import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { useGuideStore } from '../../lib/guide.ts'
import { GuideChecklist } from './guide-checklist.tsx'
import { GuideStrip } from './guide-strip.tsx'
import { useGuideFacts } from './use-guide-facts.ts'

/** The guided start: whole on the overview, a line on the pages it leads to. */
export function Guide() {
  const status = useGuideStore((state) => state.status)
  return status === 'on' ? <GoingOn /> : <FirstUse />
}

function GoingOn() {
  const isHome = useIsHome()
  const facts = useGuideFacts()
  if (!facts) return null
  return isHome ? <GuideChecklist facts={facts} /> : <GuideStrip facts={facts} />
}

/** Offered where nothing has been run yet. */
function FirstUse() {
  const isHome = useIsHome()
  const { data } = useQuery(api.runs.list.queryOptions({ input: { limit: 1 }, enabled: isHome }))
  return isHome && data?.items.length === 0 ? <Offer /> : null
}

function Offer() {
  const facts = useGuideFacts()
  return facts && <GuideChecklist facts={facts} />
}

const useIsHome = () => useLocation({ select: ({ pathname }) => pathname === '/' })
