const KEY = 'lathe.tab'
const LOCK = 'lathe.tab.'

/** Survives a reload of this tab; a duplicated tab, which inherits it, gets one of its own. */
export async function claimTab(): Promise<string> {
  const inherited = sessionStorage.getItem(KEY)
  const id =
    inherited !== null && (await holdLock(inherited))
      ? inherited
      : Math.random().toString(36).slice(2)
  if (id !== inherited) await holdLock(id)
  sessionStorage.setItem(KEY, id)
  return id
}

let held: { id: string } | undefined

/** Held for as long as the tab lives. Browsers without locks (plain http on another host) always get it. */
function holdLock(id: string): Promise<boolean> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  if (!locks || held?.id === id) return Promise.resolve(true)
  return new Promise((resolve) => {
    void locks.request(LOCK + id, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      if (lock === null) return undefined
      held = { id }
      return new Promise<never>(() => {})
    })
  })
}

/** Tabs of this browser that are open now. */
export async function liveTabs(): Promise<ReadonlySet<string>> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  const query = await locks?.query()
  const names = (query?.held ?? []).map((lock) => lock.name ?? '')
  return new Set(
    names.filter((name) => name.startsWith(LOCK)).map((name) => name.slice(LOCK.length)),
  )
}
