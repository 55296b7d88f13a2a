type PersistedStore = {
  persist: { getOptions: () => { name?: string }; rehydrate: () => Promise<void> | void }
}

/** Loads what another tab stored under the same name, so that neither tab overwrites the other. */
export function shareAcrossTabs({ persist }: PersistedStore): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === persist.getOptions().name) void persist.rehydrate()
  })
}
