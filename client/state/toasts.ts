import { create } from 'zustand'

export interface ToastNote {
  text: string
  tone?: 'success' | 'danger'
}

interface Toasts {
  toasts: (ToastNote & { id: string })[]
}

const useToasts = create<Toasts>(() => ({ toasts: [] }))

let count = 0

/** Shows a short message at the bottom of the screen. */
export function showToast(note: ToastNote): void {
  const toast = { ...note, id: `toast-${++count}` }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast] }))
}

export function dismissToast(id: string): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

export function useShownToasts(): Toasts['toasts'] {
  return useToasts((state) => state.toasts)
}
