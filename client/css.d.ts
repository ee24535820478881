/// <reference types="vite/types/importMeta.d.ts" />
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}

declare module '*.css'

declare module '*.svg' {
  const address: string
  export default address
}

declare module '*.mp4' {
  const address: string
  export default address
}

declare module '*.webp' {
  const address: string
  export default address
}
