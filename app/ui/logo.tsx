export function Logo() {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M12 21V9" />
      <path d="M12 13c-4.6 0-7-2.3-7-6.5 4.6 0 7 2.3 7 6.5Z" fill="currentColor" fillOpacity=".18" />
      <path d="M12 10.5c0-3.7 2.1-6 6.5-6 0 3.7-2.1 6-6.5 6Z" fill="currentColor" fillOpacity=".3" />
    </svg>
  );
}
