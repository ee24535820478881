import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { TenantRecord } from '../../shared/tenants/schema.ts'
import type { EdgeDeps } from '../deps.ts'
import { brandOf } from '../pages/brand.ts'
import { escapeHtml } from '../../shared/text/escape-html.ts'
import { API_HEADERS } from '../pages/security-headers.ts'
import { Buttons, OpenDialog, OpenMenu } from './parts/actions.tsx'
import { Cards, Members } from './parts/cards.tsx'
import { Choices, Fields } from './parts/fields.tsx'
import { Counts, Messages, Toasts, Waiting } from './parts/messages.tsx'
import { Drawings, Icons, Marks, Scenes } from './parts/pictures.tsx'

/** Each part of client/ui by name, in the states that it can have without a script. */
const PARTS: readonly (readonly [name: string, Shown: (record: TenantRecord) => ReactNode])[] = [
  ['Buttons', Buttons],
  ['Fields', Fields],
  ['Choices', Choices],
  ['Errors and messages', Messages],
  ['Toasts', Toasts],
  ['Counts and tags', Counts],
  ['Members', Members],
  ['Waiting', Waiting],
  ['Cards and empty places', Cards],
  ['Menu', OpenMenu],
  ['Dialog', OpenDialog],
  ['Drawings', Drawings],
  ['Icons', Icons],
  ['Scenes', Scenes],
  ['Marks', Marks]
]

const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

const LOOK = `
.gallery{display:grid;gap:3rem;max-inline-size:64rem;margin-inline:auto;padding:1rem}
.gallery>section{display:grid;gap:1rem;min-inline-size:0}
.stage{position:relative;min-block-size:20rem;transform:translate(0);overflow:hidden;border:1px dashed currentColor;border-radius:1rem;padding:1rem}
.stage[data-low]{min-block-size:4rem}
.stage [role=status][popover]{display:grid}
.scenes{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr));gap:1rem;padding:0;list-style:none}
.scenes picture{border-radius:1rem;aspect-ratio:6/5}
.icons{display:grid;grid-template-columns:repeat(auto-fill,minmax(7rem,1fr));gap:1rem;padding:0;list-style:none;font-size:.8125rem}
.icons li{display:grid;justify-items:center;gap:.25rem}
`

/** Every part of client/ui with its states, in a brand's colours; light or dark as the browser prefers. */
export async function uiGallery(record: TenantRecord, assets: EdgeDeps['assets']): Promise<Response> {
  const { themeCss } = await brandOf(record, false)
  const style = themeCss + LOOK
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style)))
  const content = renderToStaticMarkup(
    <main className="gallery">
      <h1>Parts of the pages</h1>
      {PARTS.map(([name, Shown]) => (
        <section key={name} aria-labelledby={idOf(name)}>
          <h2 id={idOf(name)}>{name}</h2>
          <Shown {...record} />
        </section>
      ))}
    </main>
  )
  const sheets = assets.css.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  const html = `<!doctype html><html lang="en" data-tenant="${escapeHtml(record.settings.id)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Parts of the pages</title><link rel="icon" href="/icon.svg"><style>${style}</style>${sheets}</head><body>${content.replaceAll('<details ', '<details open ')}</body></html>`
  const policy = `default-src 'none'; style-src 'self' 'sha256-${btoa(String.fromCharCode(...digest))}'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return new Response(html, {
    headers: { ...API_HEADERS, 'content-security-policy': policy, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  })
}
