// The name of the program, which leads home.

export function Logo() {
  return (
    <a class="logo" href="#/">
      <svg viewBox="0 0 26 26" aria-hidden="true">
        <ellipse class="path" cx="13" cy="13" rx="11.4" ry="6.4" transform="rotate(-28 13 13)" />
        <circle class="planet" cx="9.4" cy="14.6" r="4.2" />
        <circle class="moon" cx="3.6" cy="17.3" r="2.5" />
      </svg>
      Perigee
    </a>
  );
}
