import { useEffect } from 'react'
import { create } from 'zustand'

type PageTitle = { title: string | undefined; set: (title: string | undefined) => void }

export const usePageTitleStore = create<PageTitle>()((set) => ({
  title: undefined,
  set: (title) => set({ title }),
}))

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Lathe`
    usePageTitleStore.getState().set(title)
    return () => {
      document.title = 'Lathe'
      usePageTitleStore.getState().set(undefined)
    }
  }, [title])
}
