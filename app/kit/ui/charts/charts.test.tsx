import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { BarChart } from "./bar-chart.tsx"
import { ChartTable } from "./chart-table.tsx"
import { ColumnChart } from "./column-chart.tsx"
import { LineChart } from "./line-chart.tsx"
import type { Values } from "./scale.ts"

const stepsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Jour ${index + 1}`, short: String(index + 1) }))
const countOf = (html: string, text: string) => html.split(text).length - 1
const pathOf = (html: string, className: string) =>
  new RegExp(`<path d="([^"]*)" class="${className}"`).exec(html)?.[1]
/** The drawing itself comes after its legend. */
const drawingOf = (html: string) => html.slice(html.indexOf("</figcaption>"))

const draw = (values: Values, more = {}) =>
  drawingOf(
    renderToStaticMarkup(
      <LineChart
        summary="Un résumé."
        steps={stepsOf(values.length)}
        series={[{ label: "Abonnés", values }]}
        {...more}
      />,
    ),
  )

test("a chart says in a sentence what it shows, and each of its steps by itself, without scripts", () => {
  const html = draw([5, 1_234_567])
  expect(html).toContain('<svg role="img" aria-label="Un résumé."')
  expect(html).toContain("<title>Jour 1\nAbonnés : 5</title>")
  expect(html).toContain("<title>Jour 2\nAbonnés : 1 234 567</title>")
  expect(html).toContain(">1,5 M</text>")
  expect(html).not.toContain("<input")
})

test("one step alone is told in words", () => {
  const steps = stepsOf(1)
  const chart = (values: Values) => (
    <LineChart summary="" steps={steps} series={[{ label: "Abonnés", values }]} />
  )
  const html = renderToStaticMarkup(chart([5]))
  expect(html).toContain("Abonnés, Jour 1\u00a0: <strong>5</strong>")
  expect(html).not.toContain("<svg")
  expect(renderToStaticMarkup(chart([]))).toContain("<strong>–</strong>")
})

test("one point between gaps is a dot; a gap breaks the line", () => {
  const html = draw([1, 2, null, 3, null, 4, 5])
  expect(countOf(pathOf(html, "chart-curve") ?? "", "M")).toBe(3)
  expect(countOf(html, "<circle")).toBe(2)
  expect(html).toContain("<title>Jour 3\nAbonnés : –</title>")
})

test("signs of what happened are narrow where they would hide each other", () => {
  const marksOf = (count: number) => ({
    label: "Publications",
    points: Array.from({ length: count }, (_, at) => ({ at, title: `Épisode ${at}` })),
  })
  const values = Array.from({ length: 60 }, () => 1)
  const [few, many] = [draw(values, { marks: marksOf(40) }), draw(values, { marks: marksOf(41) })]
  expect([countOf(few, "M-5-10"), countOf(many, "M-5-10"), countOf(many, "M-1-10")]).toEqual([40, 0, 41])
})

test("without any value, or with zeros alone, there is an axis from 0 to 1", () => {
  for (const values of [[0, 0, 0], [null, null], []]) {
    const html = draw(values)
    expect(html).toContain(">0</text>")
    expect(html).toContain(">1</text>")
    expect(html).not.toMatch(/NaN|Infinity|undefined/)
  }
})

test("ten years by day, with a publication a week, are a drawing of less than 150 kB", () => {
  const values = Array.from({ length: 3_650 }, (_, day) => (day * 7_919) % 100_000)
  const points = Array.from({ length: 520 }, (_, week) => ({ at: week * 7, title: `Épisode ${week}` }))
  expect(draw(values, { marks: { label: "Publications", points } }).length).toBeLessThan(150_000)
  const columns = { up: { label: "Arrivées", values }, down: { label: "Départs", values } }
  const html = renderToStaticMarkup(<ColumnChart summary="" steps={stepsOf(3_650)} {...columns} />)
  expect(html.length).toBeLessThan(150_000)
})

test("what happened is told at its step, and where it is drawn", () => {
  const html = draw([1, 2], { marks: { label: "Publications", points: [{ at: 1, title: "Le <premier>" }] } })
  expect(html).toContain("<title>Jour 2\nAbonnés : 2\nLe &lt;premier&gt;</title>")
  expect(html).toContain("<title>Le &lt;premier&gt;</title>")
})

test("several curves have different strokes, dots full or hollow in turn, and their names at their ends, none over another", () => {
  const series = ["Un", "Deux", "Trois"].map((label, index) => ({ label, values: [0, 100 - index] }))
  const html = draw([0, 0, 0, 0], { series, band: { label: "Habituel", low: [0, 1], high: [2, 200] } })
  expect([...html.matchAll(/class="chart-curve" data-stroke="(\d)"/g)].map(([, stroke]) => stroke)).toEqual([
    "0",
    "1",
    "2",
  ])
  expect(countOf(html, "data-hollow")).toBe(1)
  const tops = [...html.matchAll(/class="chart-name" style="top:([\d.]+)px;left:37.5%"/g)].map(([, top]) =>
    Number(top),
  )
  expect(tops).toHaveLength(3)
  expect(tops.slice(1).every((top, index) => (tops[index] ?? 0) - top >= 17.9)).toBe(true)
  expect(html).toContain("Habituel : de 1 à 200")
  // Where a curve has ended, nothing is told of it.
  expect(html).toContain("<title>Jour 3</title>")
})

test("columns go up, and hollow ones down, on one axis", () => {
  const html = drawingOf(
    renderToStaticMarkup(
      <ColumnChart
        summary=""
        steps={stepsOf(2)}
        up={{ label: "Arrivées", values: [10, 0] }}
        down={{ label: "Départs", values: [0, 5] }}
      />,
    ),
  )
  expect(pathOf(html, "chart-column")).toBe("M100 86.7V0h300V86.7Z")
  expect(html).toContain('<path d="M600 86.7V130h300V86.7Z" class="chart-column" data-hollow="true"')
  expect(html).toContain("<title>Jour 2\nArrivées : 0\nDéparts : 5</title>")
})

test("bars compare with the largest", () => {
  const rows = [
    { name: "Apple Podcasts", value: 12_345, note: "80 %" },
    { name: "Autre", value: 0 },
  ]
  const html = renderToStaticMarkup(<BarChart label="Applications" rows={rows} />)
  expect(html).toMatch(/Apple Podcasts.*width="100%".*12 345.*80 %.*Autre.*width="0%"/)
  expect(renderToStaticMarkup(<BarChart label="Applications" rows={rows.slice(1)} />)).toContain('width="0%"')
})

test("the table has exact numbers, and says what it leaves out", () => {
  const rows = Array.from({ length: 401 }, (_, index) => ({
    name: `Jour ${index}`,
    cells: [1_234_567, null, "3 %"],
  }))
  const html = renderToStaticMarkup(<ChartTable headers={["Jour", "A", "B", "C"]} rows={rows} csv="/a.csv" />)
  expect(html).toContain('<th scope="row">Jour 0</th><td>1 234 567</td><td>–</td><td>3 %</td>')
  expect(countOf(html, "<tr>")).toBe(401)
  expect(html).toContain("400 lignes sur 401 ; toutes sont dans le fichier CSV.")
  expect(html).toContain('href="/a.csv"')
  expect(renderToStaticMarkup(<ChartTable headers={["Jour", "A"]} rows={[]} />)).not.toContain("CSV")
})
